import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { CopyText, shortenMiddle } from './copy-text.tsx'

afterEach(cleanup)

test.each([
  ['0192f3a4-77aa-7000-8000-1234567890ab', 15, '0192f3a…67890ab'],
  ['short', 15, 'short'],
  ['exactlyfifteen!', 15, 'exactlyfifteen!'],
])('%s in %i characters is %s', (text, most, expected) => {
  expect(shortenMiddle(text, most)).toBe(expected)
})

test('the whole text is copied, however short it is shown', async () => {
  const user = userEvent.setup()
  render(<CopyText value="0192f3a4-77aa-7000-8000-1234567890ab" />)
  await user.click(screen.getByRole('button'))
  expect(await navigator.clipboard.readText()).toBe('0192f3a4-77aa-7000-8000-1234567890ab')
  expect(screen.getByRole('status').textContent).toBe('Copied')
})
