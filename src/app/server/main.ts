// The production entry; `demo/start.ts` adds sample data.
const neededNode = 26

if (Number(process.versions.node.split('.')[0]) < neededNode) {
  console.error(`Whitecoat needs Node.js ${neededNode} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
// Loaded late, because an older Node cannot load it.
const { run } = await import('./run.ts')
await run()
