import { open, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What is asked about the disk below a folder. Tests have one of their own. */
export interface DiskProbe {
  /** Bytes that an ordinary process may still write. */
  freeBytes(folder: string): Promise<number>
  /** Writes a few bytes to the disk and takes them away again. */
  write(folder: string): Promise<void>
}

export const realDisk: DiskProbe = {
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
  async write(folder) {
    const path = join(folder, `.ready-${process.pid}`)
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile('ready')
      await file.sync()
    } finally {
      await file.close()
      await unlink(path).catch(() => undefined)
    }
  },
}
