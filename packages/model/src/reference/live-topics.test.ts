import { expect, test } from 'vitest'
import { workTopics } from '../inbox/work-kinds.ts'
import { liveTopics } from './live-topics.ts'

// What is not listed stays on the server: inbox and badges would only be right at their next question.
test('browsers hear of every kind of work that can wait for somebody', () => {
  expect(workTopics.filter((topic) => !liveTopics.has(topic))).toEqual([])
})
