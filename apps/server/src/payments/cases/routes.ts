import { caseCalls } from '@signalbox/model/calls/case'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { peopleFor } from '../../people/user/read-model.ts'
import {
  assign,
  bulk,
  close,
  comment,
  investigators,
  openByHand,
  reopen,
  take,
  unassign,
  waitFor,
} from './case-operations.ts'
import { addFile, fetchFile, type FileDeps } from './files.ts'
import { exportCases, listCases } from './list.ts'
import { sheetOf, type SheetDeps } from './sheet.ts'
import { listPsps } from './store.ts'

const asWork = (work: unknown) => work as Work

/** The queue of investigators. What changes payments is with the payments. */
export const handlers = (deps: SheetDeps & FileDeps): Handler[] => [
  handle(caseCalls.list, (work) => listCases(work, work.query)),
  handle(caseCalls.export, (work) => exportCases(asWork(work), work.query)),
  handle(caseCalls.options, async (work) => ({
    psp: await listPsps(work.tx, work.scope.effective),
    people: await peopleFor(work.tx, work.scope.selected, investigators),
  })),
  handle(caseCalls.get, (work) => sheetOf(asWork(work), deps, work.params.id)),
  handle(caseCalls.open, (work) => openByHand(asWork(work), work.body)),
  handle(caseCalls.bulk, (work) => bulk(asWork(work), work.body)),
  handle(caseCalls.take, (work) => take(asWork(work), work.params.id, work.body)),
  handle(caseCalls.assign, (work) => assign(asWork(work), work.params.id, work.body)),
  handle(caseCalls.unassign, (work) => unassign(asWork(work), work.params.id, work.body)),
  handle(caseCalls.wait, (work) => waitFor(asWork(work), work.params.id, work.body)),
  handle(caseCalls.comment, (work) => comment(asWork(work), work.params.id, work.body.text)),
  handle(caseCalls.addFile, (work) => addFile(asWork(work), deps, work.params.id, work.body)),
  handle(caseCalls.file, (work) => fetchFile(asWork(work), deps, work.params)),
  handle(caseCalls.close, (work) => close(asWork(work), work.params.id, work.body)),
  handle(caseCalls.reopen, (work) => reopen(asWork(work), work.params.id, work.body)),
]
