// @ts-check
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** More than the databases of a whole run take. */
const roomBytes = 6 * 2 ** 30

/**
 * Where tests keep what they throw away: in memory, where there is enough of it. Each file of tests copies a database of
 * fourteen hundred files, which takes a disk half a second, and everything the sandbox writes down waits for the disk.
 */
export function fastFolder() {
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= roomBytes ? inMemory : tmpdir()
}
