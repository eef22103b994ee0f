import { releaseNote } from '@signalbox/model/entities/release-note'
import { MarkdownView } from '../../../kit/markdown/markdown-view.tsx'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { PublishedView } from './published-view.tsx'

const NoteText = ({ value }: { readonly value: unknown }) => (
  <MarkdownView source={typeof value === 'string' ? value : ''} below={2} />
)

function refusal(name: string, { publishedAt }: Readonly<Record<string, unknown>>): string | null {
  if (name === 'publish' && publishedAt !== null) return 'It is already published.'
  if (name === 'withdraw' && publishedAt === null) return 'It is not published.'
  return null
}

export default resourceScreen({
  entity: releaseNote,
  purpose: 'Release notes tell users of the console what is new. They appear as soon as they are published.',
  columns: ['title', 'release', 'date', 'category', 'audienceRoles', 'publishedAt', 'updatedBy'],
  cells: { bodyMd: NoteText, publishedAt: PublishedView },
  form: { startWith: () => ({ date: new Date().toISOString().slice(0, 10), category: 'FEATURE' }) },
  operations: { refusal },
})
