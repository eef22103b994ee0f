import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { SecurityKeyResponse } from '@signalbox/model/calls/login'

/** The few forms of CBOR a security key speaks. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 256) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const userPresent = 0x01
const attestedData = 0x40

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
}

/** A security key made of code, for one site, that counts how often it was used. */
export class SoftwareKey {
  readonly id = randomBytes(32)
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #counter = 0

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  create(options: unknown): SecurityKeyResponse {
    const { challenge, rp } = options as Options
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const idLength = Buffer.from([this.id.length >> 8, this.id.length & 0xff])
    const authData = Buffer.concat([
      this.#header(rp?.id ?? '', userPresent | attestedData),
      Buffer.alloc(16),
      idLength,
      this.id,
      cose,
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['usb'],
    })
  }

  get(options: unknown): SecurityKeyResponse {
    const { challenge, rpId } = options as Options
    this.#counter += 1
    const authenticatorData = this.#header(rpId ?? '', userPresent)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    })
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #header(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter])
  }

  #answer(response: Record<string, unknown>): SecurityKeyResponse {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
