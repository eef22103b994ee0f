import { userdataCalls } from '@signalbox/model/calls/userdata'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { changeSettings, readUserData } from './service.ts'
import { changeView, createView, deleteView, viewsFor } from './view-service.ts'

const asWork = (work: unknown) => work as Work

export const handlers = (): Handler[] => [
  handle(userdataCalls.read, (work) => readUserData(asWork(work))),
  handle(userdataCalls.update, (work) => changeSettings(asWork(work), work.body.version, work.body.settings)),
  handle(userdataCalls.listViews, async (work) => ({ items: await viewsFor(asWork(work), work.query) })),
  handle(userdataCalls.createView, (work) => createView(asWork(work), work.body)),
  handle(userdataCalls.updateView, (work) => changeView(asWork(work), work.params.id, work.body)),
  handle(userdataCalls.removeView, (work) => deleteView(asWork(work), work.params.id, work.query.version)),
]
