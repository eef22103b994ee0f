import type { RuleFigures } from '@signalbox/model/calls/rules-hub'

/** In place of a figure that nobody has. */
export const none = '–'

export const percent = (part: number | null, digits = 1): string =>
  part === null ? none : `${(part * 100).toFixed(digits)} %`

/** 82.0 % (79–84) */
export const approvalText = ({ approval }: RuleFigures): string =>
  approval === null
    ? none
    : `${percent(approval.rate)} (${Math.round(approval.low * 100)}–${Math.round(approval.high * 100)})`
