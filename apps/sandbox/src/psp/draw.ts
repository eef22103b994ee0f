import { createHash } from 'node:crypto'

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Between 0 and 1, the same for the same reference. */
export const drawOf = (reference: string): number =>
  Number.parseInt(digestOf(reference).slice(0, 8), 16) / 2 ** 32
