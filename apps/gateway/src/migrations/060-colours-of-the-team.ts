import { migration } from '@posthorn/chassis'

/** Adds colours of members and departments, and icons of departments. */
export const coloursOfTheTeam060 = migration('gateway_060_colours_of_the_team', [
  'alter table member add column color text',
  'alter table department add column color text, add column icon text',
])
