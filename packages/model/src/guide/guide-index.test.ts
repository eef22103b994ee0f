import { expect, it } from 'vitest'
import { buildGuideIndex, searchGuide } from './guide-index.ts'

it('finds what the guide says of emails for whoever asks about mails', () => {
  const section = (id: string, title: string) => ({
    id,
    title,
    page: 'templates',
    pageTitle: 'Templates',
    text: '',
  })
  const index = buildGuideIndex([
    { ...section('1', 'Change an email'), excerpt: '' },
    { ...section('2', 'Change a logo'), excerpt: '' },
  ])
  expect(searchGuide(index, 'change a mail')[0]?.title).toBe('Change an email')
  expect(searchGuide(index, 'mails').map(({ id }) => id)).toEqual(['1'])
})
