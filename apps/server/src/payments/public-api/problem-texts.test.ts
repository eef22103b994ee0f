import { isMisleading, problemText, requestProblems } from '@signalbox/model/calls/testing/request-problems'
import { texts } from '@signalbox/model/text/texts'
import { expect, it } from 'vitest'
import { publicCalls } from './public-calls.ts'

/** Only the declarations are read; nothing is run. */
const anything: unknown = new Proxy(() => anything, { get: () => anything, apply: () => anything })
const requests = publicCalls(anything as never).map(({ method, path, ...call }) => ({
  ...call,
  key: `${method} ${path}`,
}))

it('knows every call that takes something', () => {
  expect(requests.filter(({ params, query, body }) => params ?? query ?? body).length).toBeGreaterThan(15)
})

it('says of a value that is there what it should be, and of a number that is one what is wrong with it', () => {
  expect(requestProblems(requests).filter(isMisleading).map(problemText)).toEqual([])
})

it('never says only that a value is invalid', () => {
  const vague = requestProblems(requests).filter(({ message }) => message === texts.invalidValue)
  expect(vague.map(problemText)).toEqual([])
})
