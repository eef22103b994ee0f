import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Distinguished encoding: a tag, how long what follows is, and what follows. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  const size = length < 0x80 ? [length] : [0x80 | bytes.length, ...bytes]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Buffer) => der(0x04, content)
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)
const whole = (content: Buffer) => der(0x02, content)
const yes = der(0x01, Buffer.from([0xff]))
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const dayMs = 24 * 60 * 60 * 1000

/** A certificate for this machine that nobody knows but who is told, made without any program. */
export function selfSigned(now: Date): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))
  const name = sequence(der(0x31, commonName))
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(oid('551d13'), yes, octets(sequence(yes))),
    sequence(oid('551d11'), octets(names)),
  )
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const validity = sequence(
    utcTime(new Date(now.getTime() - dayMs)),
    utcTime(new Date(now.getTime() + dayMs)),
  )
  const toBeSigned = sequence(
    der(0xa0, whole(Buffer.from([2]))),
    whole(serial),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bits(sign('sha256', toBeSigned, privateKey)))
  const lines = certificate.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trim()}\n-----END CERTIFICATE-----\n`,
  }
}
