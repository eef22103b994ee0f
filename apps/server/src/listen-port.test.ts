import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import fastify from 'fastify'
import { ensurePortIsFree, reservePort } from './listen-port.ts'
import { StartupError } from './startup-error.ts'

const server = createServer()
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('a taken port is told in one line, a free one may be listened on afterwards', async () => {
  const host = '127.0.0.1'
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  await expect(ensurePortIsFree({ host, port })).rejects.toEqual(
    new StartupError(`Port ${port} is taken. Set PORT to another one.`),
  )
  await new Promise((resolve) => server.close(resolve))
  await ensurePortIsFree({ host, port })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
})

test('a reserved port belongs to nobody else until the server that reserved it listens', async () => {
  const host = '127.0.0.1'
  const { port, listenOptions } = await reservePort(host)
  await expect(ensurePortIsFree({ host, port })).rejects.toThrow('is taken')
  const app = fastify()
  app.get('/', () => 'here')
  await app.listen(listenOptions())
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
  await app.close()
  await ensurePortIsFree({ host, port })
})
