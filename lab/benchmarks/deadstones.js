// @sabaki/deadstones behind the frame of GTP, so that one client drives every engine: `dead ROW ROW ...`, a
// row a text of b, w and dots from the top, is answered with `= x,y x,y ...`, counted from the top left.
//
//     node deadstones.js FOLDER ITERATIONS      where `npm install --prefix FOLDER @sabaki/deadstones` was run

const readline = require('node:readline')

const [folder, iterations] = process.argv.slice(2)
const deadstones = require(require.resolve('@sabaki/deadstones', {paths: [folder]}))
const stone = {b: 1, w: -1, '.': 0}

// The package seeds its playouts with the time: a fixed one gives the same answer every time.
Date.now = () => 1

async function answer(line) {
    const [command, ...rows] = line.trim().split(/\s+/)
    if (command === 'quit') return ''
    if (command !== 'dead') throw new Error(`expected dead or quit, got ${command}`)
    const data = rows.map(row => [...row].map(letter => stone[letter]))
    const found = await deadstones.guess(data, {finished: true, iterations: Number(iterations)})
    return found.map(([x, y]) => `${x},${y}`).join(' ')
}

async function main() {
    for await (const line of readline.createInterface({input: process.stdin})) {
        const said = await answer(line).then(text => `= ${text}`, error => `? ${error.message}`)
        process.stdout.write(`${said}\n\n`)
        if (line.trim() === 'quit') break
    }
    process.exit(0)
}

main()
