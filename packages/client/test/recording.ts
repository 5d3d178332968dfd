/** A service that answers as it is told to, and keeps what it was asked. */
export function recording(answer: () => Response): { requests: Request[]; fetch: (request: Request) => Promise<Response> } {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (request) => {
      requests.push(request.clone());
      return answer();
    },
  };
}
