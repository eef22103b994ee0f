import type { Screen } from '../screen.ts'

const hubScreen = (
  name: string,
  title: string,
  icon: string,
  load: Screen['load'],
  access: Screen['access'] = 'rules-hub.view',
): Screen => ({ path: `/rules-hub/${name}`, title, group: 'Rules hub', icon, access, load })

/** The pages of the rules hub, in the order of the menu. */
export const hubScreens: readonly Screen[] = [
  hubScreen('overview', 'Rules overview', 'rules', () => import('./overview/overview-screen.tsx')),
  hubScreen('simulator', 'Rule simulator', 'play', () => import('./simulator/simulator-screen.tsx')),
  hubScreen(
    'builder',
    'Rule builder',
    'tree',
    () => import('./builder/builder-screen.tsx'),
    'rules-hub.edit',
  ),
  hubScreen('performance', 'Rule performance', 'gauge', () => import('./performance/performance-screen.tsx')),
]
