// A whole 9x9 game between two engines, driven by Sabaki's own GTP library.
// node controller.js FOLDER_WITH_NODE_MODULES MOVES BLACK_COMMAND... -- WHITE_COMMAND...
const path = require('path')
const [folder, most, ...rest] = process.argv.slice(2)
const {Controller} = require(path.join(folder, 'node_modules', '@sabaki', 'gtp'))

const split = rest.indexOf('--')
const commands = [rest.slice(0, split), rest.slice(split + 1)]

async function ask(controller, name, ...args) {
  const answer = await controller.sendCommand({name, args})
  if (answer.error) throw new Error(`${name} ${args.join(' ')}: ${answer.content}`)
  return answer.content.trim()
}

async function main() {
  const engines = commands.map(([program, ...args]) => new Controller(program, args))
  for (const engine of engines) {
    engine.start()
    await ask(engine, 'boardsize', '9')
    await ask(engine, 'komi', '7.5')
    await ask(engine, 'clear_board')
  }
  const moves = []
  let passes = 0
  while (passes < 2 && moves.length < Number(most)) {
    const turn = moves.length % 2
    const move = await ask(engines[turn], 'genmove', 'bw'[turn])
    moves.push(move)
    if (move.toLowerCase() === 'resign') break
    passes = move.toLowerCase() === 'pass' ? passes + 1 : 0
    await ask(engines[1 - turn], 'play', 'bw'[turn], move)
  }
  const score = await ask(engines[0], 'final_score')
  for (const engine of engines) await engine.stop()
  console.log(JSON.stringify({moves, passes, score}))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
