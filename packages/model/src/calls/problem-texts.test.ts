import { expect, it } from 'vitest'
import { allCalls } from './index.ts'
import { isMisleading, problemText, requestProblems } from './testing/request-problems.ts'

it('says of a value that is there what it should be, and of a number that is one what is wrong with it', () => {
  expect(requestProblems(allCalls).filter(isMisleading).map(problemText)).toEqual([])
})
