import {
  closeSync,
  existsSync,
  fdatasync,
  openSync,
  readFileSync,
  ftruncateSync,
  fsyncSync,
  write,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const writeAsync = promisify(write)
const syncAsync = promisify(fdatasync)

/** A file that only grows, one JSON object per line. What was appended is on the disk once `append` is done. */
export interface AppendLog<Entry> {
  /** What the file held when it was opened. */
  readonly replayed: readonly Entry[]
  append(entry: Entry): Promise<void>
  /** Done when everything appended so far is on the disk. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function openAppendLog<Entry>(path: string): AppendLog<Entry> {
  const { entries, length } = readEntries<Entry>(path)
  const file = openSync(path, 'a', 0o600)
  // A process that was killed may have left half a line; nobody was told it was written.
  ftruncateSync(file, length)
  fsyncSync(file)
  syncFolder(dirname(path))

  let waiting: string[] = []
  let running: Promise<void> | undefined

  // One write and one sync for everybody who came meanwhile: syncing is what takes the time.
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = Buffer.from(waiting.join(''), 'utf8')
      waiting = []
      for (let from = 0; from < lines.length;) {
        const { bytesWritten } = await writeAsync(file, lines, from, lines.length - from, null)
        from += bytesWritten
      }
      await syncAsync(file)
    }
    running = undefined
  }
  const settled = async (): Promise<void> => {
    while (running) await running
  }

  return {
    replayed: entries,
    append: (entry) => {
      waiting.push(`${JSON.stringify(entry)}\n`)
      running ??= drain()
      return settled()
    },
    settled,
    close: async () => {
      await settled()
      closeSync(file)
    },
  }
}

function readEntries<Entry>(path: string): { entries: Entry[]; length: number } {
  if (!existsSync(path)) return { entries: [], length: 0 }
  const bytes = readFileSync(path)
  const length = bytes.lastIndexOf(0x0a) + 1
  const lines = bytes.subarray(0, length).toString('utf8').split('\n').slice(0, -1)
  return { entries: lines.map((line) => JSON.parse(line) as Entry), length }
}

/** A file that was just created survives a power cut only if its folder was synced too. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
