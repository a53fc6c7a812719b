/** The least that a workflow can be: what Temporal itself costs. */
export async function emptyWorkflow(): Promise<void> {}
