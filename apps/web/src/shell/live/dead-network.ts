import { texts } from '@signalbox/model/text/texts'
import { toast } from '../../ui/toast.tsx'

/** Stays until it is closed: whoever looked elsewhere would not know why nothing happens. */
export const tellDeadNetwork = (): void =>
  toast.error(texts.somethingWentWrong, { id: 'network', persistent: true })
