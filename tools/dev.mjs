// @ts-check
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cashierInput, cashierOutput, serverInput, serverOutput } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { loadSettings } from './launch.mjs'
import { root } from './repository.mjs'

ensureInstalled()
loadSettings()
const { createServer } = await import('vite')
const { watch } = await import('rolldown')

// The browser talks to Vite, which serves the console as it is being edited and passes calls on to the server.
const port = Number(process.env.PORT || 3000)
const serverPort = port + 1
const product = process.env.PRODUCT || 'signalbox'

/** @type {import('node:child_process').ChildProcess | undefined} */
let server

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Changes may come faster than a server stops; one restart after another. */
let restarts = Promise.resolve()
const restartServer = () => (restarts = restarts.then(startAfresh))

async function startAfresh() {
  await stopServer()
  server = spawn(process.execPath, ['--enable-source-maps', join(serverOutput.dir, 'main.js')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: `http://127.0.0.1:${port}` },
  })
}

// What the watcher writes is no finished build, so the next `npm start` must make its own.
rmSync(join(serverOutput.dir, '.sources'), { force: true })
const watcher = watch([
  { ...serverInput(), output: serverOutput },
  { ...cashierInput, output: cashierOutput },
])
watcher.on('event', (event) => {
  if (event.code === 'END') void restartServer()
  if (event.code === 'ERROR') console.error(event.error.message)
})

const serverPaths = `^/(${product}|healthz|readyz|metrics)(/|$)`

const vite = await createServer({
  root: join(root, 'apps/web'),
  server: {
    port,
    strictPort: true,
    host: '127.0.0.1',
    proxy: {
      [serverPaths]: {
        target: `http://127.0.0.1:${serverPort}`,
        // A page someone opens is the console's own, also where its address begins like that of a call.
        bypass: (request) =>
          request.headers.accept?.includes('text/html') && request.url !== `/${product}/logout`
            ? '/index.html'
            : undefined,
      },
    },
  },
  // What the server otherwise writes into the page it sends.
  plugins: [
    {
      name: 'signalbox-page',
      transformIndexHtml: () => [
        { tag: 'meta', attrs: { name: 'signalbox-product', content: product } },
        ...(process.env.DEMO === 'off'
          ? []
          : [{ tag: 'meta', attrs: { name: 'signalbox-demo', content: '1' } }]),
      ],
    },
  ],
})
await vite.listen()
console.log(`Live console at http://127.0.0.1:${port}`)

async function stop() {
  await Promise.all([watcher.close(), vite.close(), stopServer()])
  process.exit(0)
}
// Vite's own listener would end this process before the server has stopped.
process.removeAllListeners('SIGTERM')
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
