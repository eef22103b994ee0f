/** A PSP that holds money and has sent no settlement file for more than so many days is asked where it is. */
export const noFileDays = 2
