import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { BatchAbout } from './batch-about.tsx'
import { Profile, State } from './batch-cells.tsx'
import { batchRefusal } from './batch-rules.ts'
import { PageTools } from './page-tools.tsx'
import { batchStakes } from './stakes.ts'

const ImportDialog = loadable(async () => (await import('./import-dialog.tsx')).ImportDialog)
const tab = (name: 'DifferencesTab' | 'UnmatchedTab' | 'MissingTab' | 'MatchedTab' | 'AllLinesTab') =>
  loadable(async () => (await import('./lines-tab.tsx'))[name])
const FileTab = loadable(async () => (await import('./file-tab.tsx')).FileTab)
const PostingsTab = loadable(async () => (await import('./postings-tab.tsx')).PostingsTab)
const access = 'settlements.view'

export const BatchesPage = resourceScreen({
  entity: settlementBatch,
  part: null,
  purpose: 'What PSPs say they paid out, compared with the payments. Import a settlement file to begin.',
  columns: [
    'payoutDate',
    'merchantId',
    'psp',
    'pspAccount',
    'batchRef',
    'gross',
    'feeTotal',
    'net',
    'lineCount',
    'matchedPct',
    'differenceCount',
    'state',
    'importedBy',
  ],
  cards: ['payoutDate', 'psp', 'net', 'state', 'differenceCount'],
  cells: { state: State, profile: Profile },
  operations: { refusal: batchRefusal, stakes: batchStakes, without: ['create', 'edit', 'delete'] },
  about: BatchAbout,
  tabs: [
    { name: 'differences', label: 'Differences', access, Content: tab('DifferencesTab') },
    { name: 'unmatched', label: 'Unmatched', access, Content: tab('UnmatchedTab') },
    { name: 'missing', label: 'Missing', access, Content: tab('MissingTab') },
    { name: 'matched', label: 'Matched', access, Content: tab('MatchedTab') },
    { name: 'lines', label: 'Lines', access, Content: tab('AllLinesTab') },
    { name: 'file', label: 'File', access, Content: FileTab },
    { name: 'postings', label: 'Postings', access, Content: PostingsTab },
  ],
  around: { Tools: PageTools, Overlay: ImportDialog },
})
