import { chmodSync, mkdirSync } from 'node:fs'
import { StartupError } from './startup-error.ts'

/**
 * Makes the data folder if it is missing. Nobody else may list it. Root leaves the bit to pass through, because the
 * database inside runs as another user; what lies in the folder carries its own, stricter modes.
 */
export function ensureDataDir(dataDir: string): void {
  try {
    const created = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (created !== undefined && process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  } catch (error) {
    throw new StartupError(`The data folder ${dataDir} cannot be made: ${error instanceof Error ? error.message : String(error)}`)
  }
}
