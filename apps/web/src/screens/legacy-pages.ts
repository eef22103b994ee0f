import type { Screen } from './screen.ts'

/** A page in its two forms: both are the same component, told apart by what stands around it. */
export const withLegacy = (screen: Screen): Screen[] => [
  {
    ...screen,
    load: async () => {
      const [{ modernView }, page] = await Promise.all([
        import('../kit/legacy/legacy-view.tsx'),
        screen.load(),
      ])
      return { default: modernView(page.default, screen.path) }
    },
  },
  {
    ...screen,
    path: `/legacy${screen.path}`,
    title: `${screen.title}, legacy view`,
    unlisted: true,
    load: async () => {
      const [{ legacyView }, page] = await Promise.all([
        import('../kit/legacy/legacy-view.tsx'),
        screen.load(),
      ])
      return { default: legacyView(page.default, screen.path) }
    },
  },
]
