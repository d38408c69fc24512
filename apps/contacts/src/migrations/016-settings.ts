import { migration, workspaceSettingTable } from '@posthorn/chassis'

/** Settings of workspaces: the words of opt-outs, and the country of phones in imports. */
export const contacts016 = migration('contacts_016_settings', [workspaceSettingTable])
