import { reportError } from './report-error.ts'

export const chunkTimeoutMs = 120_000

/** A part of the console did not arrive: most often because a newer version replaced the files. */
export class ChunkLoadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ChunkLoadError'
  }
}

const isStylesheet = (error: unknown): boolean =>
  error instanceof Error && /\bCSS\b|\.css\b/.test(error.message)

/** Wraps a dynamic import: a failure or a wait without end becomes an error the page knows how to recover from. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(`Loading chunk failed: timeout after ${chunkTimeoutMs} ms`)),
      chunkTimeoutMs,
    )
  })
  try {
    return await Promise.race([load(), tooLong])
  } catch (error) {
    const kind = isStylesheet(error) ? 'Loading CSS chunk failed' : 'Loading chunk failed'
    const failure = error instanceof ChunkLoadError ? error : new ChunkLoadError(kind, error)
    reportError(failure.message, error)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}
