import { errorCodes } from '../../reference/status-codes.ts'
import type { OutputDeclaration } from '../decision-table.ts'

export const errorCodeOptions: Readonly<Record<string, string>> = Object.fromEntries(
  errorCodes.map(({ code, text }) => [code, text]),
)

export const units = {
  SECOND: 'Seconds',
  MINUTE: 'Minutes',
  HOUR: 'Hours',
  DAY: 'Days',
  WEEK: 'Weeks',
  MONTH: 'Months',
} as const

/** The named entries of a list of options, in their order. */
const optionsOf = <All extends Readonly<Record<string, string>>, Name extends keyof All & string>(
  all: All,
  names: readonly Name[],
): Readonly<Record<Name, string>> =>
  Object.fromEntries<string>(names.map((name) => [name, all[name] ?? ''])) as Record<Name, string>

export const unitOptions = <const Name extends keyof typeof units>(
  ...names: Name[]
): Readonly<Record<Name, string>> => optionsOf(units, names)

const verdicts = {
  ACCEPT: 'Accept',
  DECLINE: 'Decline',
  REVIEW: 'Review by hand',
  REROUTE: 'Use another PSP',
  FORCE_3DS: 'Force a 3-D Secure challenge',
} as const

export const acceptOrDecline = ['ACCEPT', 'DECLINE'] as const

/** What a block does: the verdict, and what a declined payment ends with. */
export function blockOutputs<const Offered extends keyof typeof verdicts>(
  defaultCode: string,
  offered: readonly Offered[],
) {
  return [
    {
      key: 'action',
      label: 'Action',
      type: 'CHOICE',
      required: true,
      help: 'Accept ends this table only; other tables may still decline',
      options: optionsOf(verdicts, offered),
    },
    {
      key: 'failedStatusCode',
      label: 'Status code',
      type: 'CHOICE',
      help: 'Status code of a declined payment',
      default: defaultCode,
      options: errorCodeOptions,
    },
    { key: 'pspStatusCode', label: 'PSP status code', type: 'STRING', help: 'Shown as if a PSP had sent it' },
  ] as const satisfies readonly OutputDeclaration[]
}

export const messageKey = {
  key: 'messageKey',
  label: 'Message',
  type: 'STRING',
  help: 'Key of the message the user sees',
} as const satisfies OutputDeclaration

export const weight = {
  key: 'weight',
  label: 'Weight',
  type: 'NUMBER',
  help: 'Shares payments between rows with the same conditions',
  min: 1,
  max: 1000,
} as const satisfies OutputDeclaration

export const stop = {
  key: 'stop',
  label: 'Stop',
  type: 'BOOLEAN',
  default: false,
  help: 'Skips the rows below',
} as const satisfies OutputDeclaration

/** A price: a share of the amount, a fixed part, and their bounds. */
export const feeOutputs = [
  { key: 'percentageFee', label: 'Percentage', type: 'PERCENT', min: 0, max: 1_000_000 },
  { key: 'fixedFee', label: 'Fixed', type: 'STRING_NUMBER_MAP' },
  { key: 'feeMin', label: 'At least', type: 'STRING_NUMBER_MAP' },
  { key: 'feeMax', label: 'At most', type: 'STRING_NUMBER_MAP' },
  {
    key: 'combine',
    label: 'Percentage and fixed',
    type: 'CHOICE',
    default: 'HIGHEST',
    options: { HIGHEST: 'The higher of the two', SUM: 'Both together' },
  },
] as const satisfies readonly OutputDeclaration[]
