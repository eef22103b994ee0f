/** Logos are kept with their PSP and travel with it, so they are small. */
export const mostLogoBytes = 50 * 1024
