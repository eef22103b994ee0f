import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Resolve } from '../outbound/checked-lookup.ts'
import { openDestinations } from '../outbound/destinations.ts'
import { merchantMailServer, ownMailServer } from '../outbound/mail-server.ts'
import { faultServer } from '../outbound/testing/fault-server.ts'
import { hiddenAddresses } from '../outbound/testing/hidden-addresses.ts'
import { dripper, talker } from '../outbound/testing/talker.ts'
import type { MailMessage } from './mail-message.ts'
import { smtpTransport } from './smtp-transport.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const message: MailMessage = {
  id: '1',
  queuedAt: new Date(0),
  from: 'shop@nordic.example',
  replyTo: null,
  to: 'anna@mail.example',
  template: 'Welcome',
  subject: 'Hello',
  text: 'Hello Anna',
  html: null,
}

const production = openDestinations({ production: true, allowed: [] })
const development = openDestinations({ production: false, allowed: [] })
const send = (url: string, deps: Partial<Parameters<typeof merchantMailServer>[1]> = {}) =>
  Promise.resolve().then(() =>
    smtpTransport(merchantMailServer(url, { destinations: development, ...deps })).send(message),
  )

describe('the mail server of a merchant', () => {
  it('is no program on this machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-smtp-'))
    const [program, mark] = [join(folder, 'program'), join(folder, 'mark')]
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat > /dev/null\n`)
    chmodSync(program, 0o755)
    const url = `smtp://127.0.0.1:9/?sendmail=true&path=${program}`
    await expect(send(url)).rejects.toThrow('has no options')
    await expect(smtpTransport(ownMailServer(url)).send(message)).rejects.toThrow()
    expect(existsSync(mark)).toBe(false)
    rmSync(folder, { recursive: true })
  })

  it('is not inside of a network, however its address is written', async () => {
    for (const host of [...hiddenAddresses, '127.0.0.1', '2130706433', 'localhost', '[::1]'])
      await expect(send(`smtp://${host}`, { destinations: production }), host).rejects.toThrow(
        'must be reachable from outside',
      )
  })

  it('is not one whose name leads inside of a network', async () => {
    const resolve: Resolve = (_host, _options, done) =>
      setImmediate(done, null, [{ address: '192.168.7.7', family: 4 }])
    await expect(send('smtp://mail.example', { destinations: production, resolve })).rejects.toThrow(
      'must be reachable from outside',
    )
  })

  it('is left when it talks without an end', async () => {
    // Empty lines, which are no answer to anything and could be waited for without an end.
    const talking = await talker('', { greets: true, saying: Buffer.alloc(65_536, '\n') })
    open.push(talking)
    await expect(send(talking.url.replace('http', 'smtp'))).rejects.toThrow('says too much')
    expect(talking.sent.bytes).toBeLessThan(talking.mostBytes)
  })

  it('is left when it takes its time in small steps', async () => {
    const dripping = await dripper('220-', { greets: true })
    open.push(dripping)
    await expect(send(dripping.url.replace('http', 'smtp'), { limits: { wholeMs: 300 } })).rejects.toThrow(
      'took too long',
    )
  })

  it('must speak in secret in production', async () => {
    const said: string[] = []
    const server = await faultServer((socket) => {
      socket.write('220 ready\r\n')
      socket.on('data', (chunk) => {
        said.push(String(chunk))
        socket.write(String(chunk).startsWith('STARTTLS') ? '502 no\r\n' : '250 ok\r\n')
      })
    })
    open.push(server)
    const allowed = [{ block: '127.0.0.1' }]
    const destinations = openDestinations({ production: true, allowed })
    await expect(send(server.url.replace('http', 'smtp'), { destinations })).rejects.toThrow()
    expect(said.join('')).toContain('STARTTLS')
    expect(said.join('')).not.toContain('MAIL FROM')
  })
})

it('the mail server of the platform may be beside it', async () => {
  const taken: string[] = []
  const server = await faultServer((socket) => {
    let inData = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      const text = String(chunk)
      if (inData) taken.push(text)
      const isDone = inData && taken.join('').endsWith('\r\n.\r\n')
      if (inData && !isDone) return
      inData = text.startsWith('DATA')
      socket.write(inData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  open.push(server)
  await smtpTransport(ownMailServer(`${server.url.replace('http', 'smtp')}?ignoreTLS=true`)).send(message)
  expect(taken.join('')).toContain('Hello Anna')
})
