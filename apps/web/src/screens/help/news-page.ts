/** Release notes stand among the pages of the guide without being written there. */
export const newsPage = { page: 'whats-new', title: 'What’s new' } as const
