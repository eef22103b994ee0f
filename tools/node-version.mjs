// @ts-check
// Imported first by every command: an old Node would otherwise fail somewhere deep inside with a riddle.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Signalbox needs Node.js 20.19 or later; this is ${process.versions.node}.`)
  process.exit(1)
}
