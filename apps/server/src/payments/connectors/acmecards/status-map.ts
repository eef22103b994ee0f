import { iso8583StatusMap } from '../iso-8583-status-map.ts'

/** Acme passes on what issuers say. */
export const acmecardsStatusMap = iso8583StatusMap
