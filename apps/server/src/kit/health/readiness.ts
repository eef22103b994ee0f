import type { DiskProbe } from './disk-probe.ts'

export interface ReadinessDeps {
  /** Commits something small. */
  readonly writeDatabase: () => Promise<void>
  readonly disk: DiskProbe
  readonly dataDir: string
  /** Below this the node takes no more requests; below twice as much somebody is told. */
  readonly minFreeBytes: number
  /** Milliseconds that only go forward. */
  readonly clockMs: () => number
}

export interface DiskState {
  /** `null` when nobody can say. */
  readonly freeBytes: number | null
  readonly problems: readonly string[]
  /** Enough to go on with, and so little that somebody should make room. */
  readonly isLow: boolean
}

const keptMs = 5_000
/** What went wrong is asked again sooner, so that a node is back as soon as it can be. */
const keptWhenBrokenMs = 1_000
const timeoutMs = 3_000

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs / 1000} s`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const causeOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}

/** Whether this node can write: to the database, and to its own folder. Asked often and looked up rarely. */
export class Readiness {
  readonly #deps: ReadinessDeps
  #state: { readonly untilMs: number; readonly found: Promise<DiskState> } | undefined

  constructor(deps: ReadinessDeps) {
    this.#deps = deps
  }

  check(): Promise<DiskState> {
    const now = this.#deps.clockMs()
    if (this.#state && now < this.#state.untilMs) return this.#state.found
    const found = this.#look()
    this.#state = { untilMs: now + keptMs, found }
    void found.then(({ problems }) => {
      if (problems.length > 0) this.#state = { untilMs: now + keptWhenBrokenMs, found }
    })
    return found
  }

  async #look(): Promise<DiskState> {
    const { disk, dataDir, minFreeBytes, writeDatabase } = this.#deps
    const problems: string[] = []
    const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
      try {
        return await within(work())
      } catch (error) {
        problems.push(`${what}: ${causeOf(error)}`)
        return null
      }
    }
    const freeBytes = await attempt('The free space in DATA_DIR cannot be read', () =>
      disk.freeBytes(dataDir),
    )
    if (freeBytes !== null && freeBytes < minFreeBytes)
      problems.push(`DATA_DIR has ${megabytes(freeBytes)} left; ${megabytes(minFreeBytes)} are needed`)
    await attempt('DATA_DIR cannot be written to', () => disk.write(dataDir))
    await attempt('The database cannot be written to', writeDatabase)
    return { freeBytes, problems, isLow: freeBytes !== null && freeBytes < 2 * minFreeBytes }
  }
}
