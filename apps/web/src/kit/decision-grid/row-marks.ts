/** One thing a check has to say about a row. */
export interface RowProblem {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** The cell it is about, by column. */
  readonly columnId?: string
  readonly fix?: { readonly label: string; readonly run: () => void } | undefined
  /** Shows a payment in which it can be seen. */
  readonly show?: (() => void) | undefined
  /** The address below the simulator's where it is simulated. */
  readonly simulate?: Readonly<Record<string, string>> | undefined
}

export interface RowFigureTexts {
  readonly words: readonly string[]
  /** By row id, in the order of the words. */
  readonly of: (rowId: string) => readonly string[]
}

/** What the gutter shows of a row besides its number. */
export interface RowMarks {
  /** By row id. */
  readonly problemsOf: (rowId: string) => readonly RowProblem[]
  readonly isHit?: (rowId: string) => boolean
  /** What rows did, beside their numbers; left out where nobody wants to see it. */
  readonly figures?: RowFigureTexts | undefined
}

/** A sign for each severity. */
export const severityIcons = { error: 'close-circle', warning: 'warning', info: 'info' } as const

const none: readonly RowProblem[] = []

export const noMarks: RowMarks = { problemsOf: () => none }

export const worstOf = (problems: readonly RowProblem[]): RowProblem | undefined =>
  problems.find(({ severity }) => severity === 'error') ??
  problems.find(({ severity }) => severity === 'warning') ??
  problems[0]
