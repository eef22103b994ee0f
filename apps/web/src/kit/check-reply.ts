import { allCalls } from '@signalbox/model/calls/index'
import type { Endpoint, Method } from '@signalbox/model/field/endpoint'

/** Of a path with parameters, what fits it. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** A path without parameters is meant before one that could read it as a parameter. */
const declared = allCalls
  .map((call) => ({ call, pattern: patternOf(call.path) }))
  .toSorted((one, other) => Number(one.call.path.includes('{')) - Number(other.call.path.includes('{')))

const callOf = (method: Method, path: string): Endpoint | undefined =>
  declared.find(({ call, pattern }) => call.method === method && pattern.test(path))?.call

/** Where an answer is not what its call declares, and undefined where it is. */
export function misfitOf(method: Method, path: string, reply: unknown): string | undefined {
  const call = callOf(method, path)
  if (!call || call.reply === 'stream') return undefined
  const issue = call.reply.safeParse(reply).error?.issues[0]
  return issue && `${call.key} answers what it does not declare, at ${issue.path.join('.')}: ${issue.message}`
}

/** For development: a screen must not draw what it believes to be something else. */
export function checkReply(method: Method, path: string, reply: unknown): void {
  const misfit = misfitOf(method, path, reply)
  if (misfit !== undefined) throw new Error(misfit)
}
