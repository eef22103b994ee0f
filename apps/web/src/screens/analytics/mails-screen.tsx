import { analyticsMail } from '@signalbox/model/entities/analytics-mail'
import { resourceScreen } from '../../kit/resource-screen.tsx'

export default resourceScreen({
  entity: analyticsMail,
  purpose: 'A scheduled mail brings the figures of a dashboard to colleagues every day, week or month.',
  columns: ['name', 'dashboard', 'rhythm', 'hour', 'recipients', 'enabled', 'nextAt', 'lastSentAt', 'sentTo'],
  cards: ['dashboard', 'rhythm', 'recipients', 'nextAt'],
  form: { startWith: () => ({ dashboard: 'overview', rhythm: 'WEEKLY', hour: 7, enabled: true }) },
})
