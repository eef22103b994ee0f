import { iso8583StatusMap } from '../iso-8583-status-map.ts'

/** Boreal speaks ISO 8583 too, and has a few refusals of its own. */
export const borealpayStatusMap: Readonly<Record<string, number>> = {
  ...iso8583StatusMap,
  B1: 534,
  B2: 533,
  B3: 570,
  B4: 578,
}
