export const findingCodes = [
  'CELL',
  'SA01',
  'SA02',
  'SA03',
  'SA04',
  'SA05',
  'SA06',
  'SA07',
  'SA08',
  'SA09',
  'SA10',
  'SA11',
  'SA12',
  'SA13',
  'SA14',
  'SA15',
  'SA16',
  'SA17',
  'SA18',
  'SA19',
] as const
export type FindingCode = (typeof findingCodes)[number]

export const findingSeverity = {
  /** A cell that cannot be read or must not be empty. */
  CELL: 'error',
  SA01: 'error',
  SA02: 'warning',
  SA03: 'error',
  SA04: 'error',
  SA05: 'warning',
  SA06: 'warning',
  SA07: 'info',
  SA08: 'error',
  SA09: 'warning',
  SA10: 'error',
  SA11: 'warning',
  SA12: 'warning',
  SA13: 'error',
  SA14: 'error',
  SA15: 'error',
  SA16: 'warning',
  SA17: 'warning',
  SA18: 'info',
  /** A row of a table that is asked at every change of the status, and names none. */
  SA19: 'warning',
} as const satisfies Record<FindingCode, 'error' | 'warning' | 'info'>

/** What can be done about a finding with one click. */
export type FindingFix =
  | { readonly kind: 'move'; readonly label: string; readonly ruleId: string; readonly beforeRuleId: string }
  | { readonly kind: 'remove'; readonly label: string; readonly ruleId: string }
  | { readonly kind: 'clear'; readonly label: string; readonly ruleId: string; readonly column: string }
  /** The cell as its text would be typed. */
  | {
      readonly kind: 'rewrite'
      readonly label: string
      readonly ruleId: string
      readonly column: string
      readonly text: string
    }
  /** The range in the cell runs backwards. */
  | { readonly kind: 'swapEnds'; readonly label: string; readonly ruleId: string; readonly column: string }
  | {
      readonly kind: 'swap'
      readonly label: string
      readonly ruleId: string
      readonly columns: readonly [string, string]
    }

/** Something a check of the rows alone has to say. Errors keep a draft from being submitted. */
export interface Finding {
  readonly code: FindingCode
  readonly message: string
  readonly ruleId: string
  /** The cell it is about, where it is about one. */
  readonly column?: string
  /** Other rows it speaks of, such as the one that comes first. */
  readonly otherRuleIds?: readonly string[]
  readonly fix?: FindingFix
  /** A payment that shows it, its facts as JSON writes them: given to the table, the rows decide as the finding says. */
  readonly witness?: Readonly<Record<string, unknown>>
}
