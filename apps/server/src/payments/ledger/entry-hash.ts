import { createHash } from 'node:crypto'
import { canonicalJson } from '@signalbox/model/text/canonical-json'

/** A stored line: one of its two sides is nothing. */
export interface StoredLine {
  readonly account: string
  readonly debit: bigint
  readonly credit: bigint
}

export interface HashedEntry {
  readonly merchantId: number
  readonly id: string
  readonly at: string
  readonly valueDate: string
  /** The day it was meant for, where that was closed. */
  readonly movedFrom?: string | undefined
  readonly sourceType: string
  readonly sourceId: string
  readonly eventType: string
  readonly seq: number
  readonly description: string
  readonly reversalOf: string | null
  readonly createdBy: string
  readonly chainNo: number
  readonly prevHash: string
  readonly lines: readonly StoredLine[]
}

export const firstHash = '0'.repeat(64)

/** Covers everything an entry says, after the entry of the same source before it. */
export const journalHash = (entry: HashedEntry): string =>
  createHash('sha256').update(entry.prevHash).update(canonicalJson(entry)).digest('hex')
