/** What the desk knows of the backups. */
export interface BackupState {
  /** The current fault, as the log has it; null if there is none, or for others than Super Admins. */
  fault: string | null;
}
