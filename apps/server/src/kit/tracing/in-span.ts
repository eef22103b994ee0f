import { currentContext, inContext } from '../request-context.ts'
import type { OpenSpan, SpanOptions } from './span.ts'

/** A span below the one under way here; nothing where there is none. */
export const childSpan = (name: string, options: () => SpanOptions): OpenSpan | undefined =>
  currentContext()?.span?.child(name, options())

/** What is done meanwhile is part of the span. It is ended by whoever began it. */
export function inSpan<T>(span: OpenSpan | undefined, run: () => T): T {
  const context = currentContext()
  return span && context ? inContext({ ...context, span }, run) : run()
}

/** The name of what was thrown: messages may quote what somebody typed. */
export const errorType = (error: unknown): string =>
  error instanceof Error ? error.constructor.name : typeof error
