import type pg from 'pg'
import { createPool } from '../database.ts'

/**
 * In production whoever gets no connection within seconds is better off with an error. A test that puts a hundred
 * calls to a few connections at once waits its turn instead, however busy the machine is.
 */
export const patientPool = (url: string, max: number): pg.Pool => createPool({ url, max, timeoutMs: 60_000 })
