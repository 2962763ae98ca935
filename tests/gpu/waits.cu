/* SPDX-License-Identifier: MIT */
/* What tests/gpu/waits records: event records and waits in an order that the test knows. */
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <unistd.h>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void spin(long long cycles)
{
	for (long long begin = clock64(); clock64() - begin < cycles;)
		;
}

struct shared {
	cudaStream_t stream;
	cudaEvent_t event;
};

static void *wait_in_thread(void *data)
{
	struct shared *shared = (struct shared *)data;

	cudaStreamWaitEvent(shared->stream, shared->event, 0);
	return NULL;
}

static void host_function(void *)
{
	usleep(1000);
}

int main()
{
	cudaStream_t a, b;
	cudaEvent_t e, f, never;
	cudaGraph_t graph;
	cudaGraphExec_t executable;
	pthread_t thread;
	CUcontext first, second;
	CUdevice device;
	CUstream other_stream;
	CUevent other_event;

	cudaStreamCreate(&a);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaEventCreate(&f);
	cudaEventCreateWithFlags(&never, cudaEventDisableTiming);

	spin<<<1, 1, 0, a>>>(1000);
	cudaEventRecord(e, a); /* 1 */
	cudaStreamWaitEvent(b, e, 0);
	spin<<<1, 1, 0, b>>>(1000);
	cudaStreamWaitEvent(b, never, 0);
	cudaEventRecordWithFlags(e, b, 0); /* 2 */
	cudaStreamWaitEvent(a, e, 0);
	cudaEventRecord(e, cudaStreamPerThread); /* 3 */
	cudaStreamWaitEvent(a, e, 0);
	cudaEventRecord(e, 0); /* 4 */
	cudaStreamWaitEvent(cudaStreamPerThread, e, 0);
	spin<<<1, 1, 0, cudaStreamPerThread>>>(1000);
	spin<<<1, 1, 0, 0>>>(1000);

	/* Into a graph: two waits of nothing, and no record. */
	cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal);
	spin<<<1, 1, 0, a>>>(1000);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	spin<<<1, 1, 0, b>>>(1000);
	cudaEventRecord(f, b);
	cudaStreamWaitEvent(a, f, 0);
	cudaLaunchHostFunc(a, host_function, NULL);
	cudaStreamEndCapture(a, &graph);
	cudaGraphInstantiate(&executable, graph, 0);
	cudaGraphLaunch(executable, a);

	if (cudaStreamWaitEvent(b, e, 0) == cudaSuccess) /* it stands for a point of the graph */
		printf("a captured event can be waited for\n");
	cudaGetLastError();
	cudaEventRecord(e, a); /* 5 */
	cudaStreamWaitEvent(b, e, 0);
	cudaEventDestroy(e);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaStreamWaitEvent(b, e, 0);
	cuEventRecord(e, a); /* 6 */
	cuStreamWaitEvent(b, e, 0);

	cudaEventRecord(e, a); /* 7 */
	struct shared shared = { b, e };
	pthread_create(&thread, NULL, wait_in_thread, &shared);
	pthread_join(thread, NULL);
	cudaEventSynchronize(e);

	/* A stream and an event of a context that is not the current one. */
	cuCtxGetCurrent(&first);
	cuCtxGetDevice(&device);
	if (cuCtxCreate(&second, NULL, 0, device) || cuStreamCreate(&other_stream, CU_STREAM_NON_BLOCKING) ||
	    cuEventCreate(&other_event, CU_EVENT_DISABLE_TIMING))
		printf("no second context\n");
	spin<<<1, 1, 0, (cudaStream_t)other_stream>>>(1000);
	cuCtxSetCurrent(first);
	cuEventRecord(other_event, other_stream); /* 8 */
	cuStreamWaitEvent(b, other_event, 0);

	cudaLaunchHostFunc(b, host_function, NULL);
	spin<<<1, 1, 0, b>>>(1000);
	spin<<<1, 1, 0, a>>>(100000000); /* some 50 ms */
	cudaStreamSynchronize(a);
	cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
