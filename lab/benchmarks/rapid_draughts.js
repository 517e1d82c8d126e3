// rapid-draughts behind the frame of Hub, so that `hub:"..."` can play it.
//
//     node rapid_draughts.js FOLDER DEPTH      where `npm install --prefix FOLDER rapid-draughts` was run
//
// Positions come as the start with all moves, as Kifu's player sends them; the level is the depth given here.

const readline = require('node:readline')

const [folder, depth] = process.argv.slice(2)
const paths = {paths: [folder]}
const {EnglishDraughts, EnglishDraughtsComputerFactory} = require(require.resolve('rapid-draughts/english', paths))
const computer = EnglishDraughtsComputerFactory.alphaBeta({maxDepth: Number(depth)})

// Its squares are numbered from 0.
const written = ({origin, destination, captures}) =>
    captures.length
        ? [origin, destination, ...[...captures].sort((a, b) => a - b)].map(n => n + 1).join('x')
        : `${origin + 1}-${destination + 1}`

function sameMove(text) {
    const numbers = text.split(/[-x]/).map(Number)
    const key = [numbers[0], numbers[1], ...numbers.slice(2).sort((a, b) => a - b)].join(' ')
    return move => {
        const captured = [...move.captures].map(n => n + 1).sort((a, b) => a - b)
        return [move.origin + 1, move.destination + 1, ...captured].join(' ') === key
    }
}

let played = []

async function answer(line) {
    const command = line.trim().split(/\s+/)[0]
    if (command === 'hub') return 'id name=rapid-draughts version=1\nwait'
    if (command === 'init') return 'ready'
    if (command === 'ping') return 'pong'
    if (command === 'pos') {
        if (!/pos=Bb{12}e{8}w{12}(\s|$)/.test(line)) throw new Error('expected the start position')
        played = (line.match(/moves="([^"]*)"/) ?? ['', ''])[1].split(' ').filter(Boolean)
        const single = line.match(/moves=([0-9x-]+)/)
        if (single) played = [single[1]]
        return ''
    }
    if (command !== 'go') return ''
    const game = EnglishDraughts.setup()
    for (const text of played) {
        const move = game.moves.find(sameMove(text))
        if (!move) throw new Error(`cannot play ${text} in ${game.moves.map(written).join(' ')}`)
        game.move(move)
    }
    return `done move=${written(await computer(game))}`
}

async function main() {
    for await (const line of readline.createInterface({input: process.stdin})) {
        if (line.trim() === 'quit') break
        const said = await answer(line).catch(error => `error message="${error.message.replace(/"/g, "'")}"`)
        if (said) process.stdout.write(`${said}\n`)
    }
    process.exit(0)
}

main()
