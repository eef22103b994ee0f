import { iinCalls } from '@signalbox/model/calls/iin'
import { handle, type Handler, type Work } from '../../../kit/handle.ts'
import { resourceHandlers } from '../../../kit/resource-handlers.ts'
import { iinRanges } from './iin-resource.ts'
import { importRanges, previewRanges } from './import-ranges.ts'
import { testBin } from './test-bin.ts'

export const handlers = (): Handler[] => [
  ...resourceHandlers(iinRanges),
  handle(iinCalls.importPreview, (work) => previewRanges(work as Work, work.body)),
  handle(iinCalls.importCommit, (work) => importRanges(work as Work, work.body)),
  handle(iinCalls.test, (work) => testBin(work as Work, work.body.bin)),
]
