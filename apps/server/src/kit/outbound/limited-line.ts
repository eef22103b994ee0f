import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export interface LineLimits {
  /** How much the other side may say in all. */
  readonly mostBytes: number
  /** How long the conversation may take in all. */
  readonly wholeMs: number
}

/** A connection that breaks when the other side says too much or everything takes too long. */
export class LimitedLine extends Duplex {
  readonly #socket: Socket
  readonly #timer: NodeJS.Timeout

  constructor(socket: Socket, { mostBytes, wholeMs }: LineLimits) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#timer = setTimeout(() => this.destroy(new Error('the conversation took too long')), wholeMs)
    // Whoever used the line may be gone when it breaks, and an error nobody hears would end the process.
    this.on('error', () => undefined)
    let heard = 0
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.length
      if (heard > mostBytes) this.destroy(new Error('the other side says too much'))
      else if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    socket.on('timeout', () => this.emit('timeout'))
    socket.pause()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#socket.destroy()
    done(error)
  }

  /** As a socket has it: how long nobody may say anything. */
  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }
}
