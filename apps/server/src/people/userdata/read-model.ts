import type { AlertChannels } from '@signalbox/model/inbox/alert-channels'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Tx } from '../../kit/database.ts'
import { readChosen, settingsWith } from './settings.ts'
import { merchantFormats } from './merchant-formats.ts'
import { getSettings, type Person } from './store.ts'

/** How a person reads dates and figures: what they chose, else what their merchant says, else the defaults. */
export async function userFormats(tx: Tx, person: Person): Promise<UserFormats> {
  const [{ settings }, formats] = await Promise.all([
    getSettings(tx, person),
    merchantFormats(tx, person.homeMerchantId),
  ])
  return settingsWith(readChosen(settings), formats).formats
}

/** How a person wants to be told of alerts. */
export async function alertChannelsOf(tx: Tx, person: Person): Promise<AlertChannels> {
  const { settings } = await getSettings(tx, person)
  return settingsWith(readChosen(settings), {}).alertChannels
}
