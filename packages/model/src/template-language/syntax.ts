import type { Filter } from './filters.ts'

/** Both count from 1, as editors do. */
export interface Position {
  line: number
  column: number
}

export interface TemplateProblem extends Position {
  message: string
}

/** What a template may cost, however it is written. Depth bounds both nested blocks and the dots in a path. */
export const templateLimits = {
  sourceLength: 200_000,
  depth: 10,
  steps: 10_000,
  outputLength: 500_000,
  warnings: 100,
} as const

export interface Path {
  kind: 'path'
  segments: readonly string[]
}

export interface MessageCall {
  kind: 'message'
  key: string
}

export type Literal = string | number | boolean | null

export interface Condition {
  negated: boolean
  path: Path
  comparison: { operator: '==' | '!='; literal: Literal } | null
}

interface TextNode {
  kind: 'text'
  text: string
}

export interface ValueNode {
  kind: 'value'
  operand: Path | MessageCall
  filters: readonly Filter[]
  at: Position
}

export interface Branch {
  /** Null is the `else` branch. */
  condition: Condition | null
  body: TemplateNode[]
}

export interface IfNode {
  kind: 'if'
  branches: Branch[]
}

export interface EachNode {
  kind: 'each'
  list: Path
  item: string
  body: TemplateNode[]
  at: Position
}

export type TemplateNode = TextNode | ValueNode | IfNode | EachNode
