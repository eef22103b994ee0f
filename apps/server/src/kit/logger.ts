import pino, { type DestinationStream, type Logger } from 'pino'
import { holdsCardNumber } from '@signalbox/model/text/card-number-in-text'
import { currentContext, idsOf } from './request-context.ts'

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
}

const longest = 8_000
const hidden = '(hidden: it holds a card number)'

/** What a driver or a library complains about may be what somebody typed. */
const harmless = (text: string): string => (holdsCardNumber(text) ? hidden : text).slice(0, longest)

/** With a tenth: what is shorter does not matter. */
export const milliseconds = (ms: number): number => Math.round(ms * 10) / 10

/** Only these members: drivers hang connections and their passwords on the errors they throw. */
function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: harmless(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    message: harmless(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(error.stack && { stack: harmless(error.stack) }),
  }
}

/** Beyond it lines are left out: a reader that has stopped must not take the server with it. */
const mostWaitingBytes = 64 * 1024 * 1024

/**
 * One JSON object per line, each with the request it was written for. Nobody waits for a line to be written: where the
 * reader is slow they wait in memory, and what is left is written when the process ends.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      serializers: { err: loggedError, error: loggedError },
      mixin: () => {
        const context = currentContext()
        return context ? idsOf(context) : {}
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false, maxLength: mostWaitingBytes }),
  )
