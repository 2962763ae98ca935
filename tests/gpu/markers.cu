// SPDX-License-Identifier: MIT
// NVTX ranges that begin or end with a payload, as NCCL's do, around kernels. With a toolkit whose NVTX has no payloads:
// exit status 77.
#include <cstdio>
#include <thread>

#include <nvtx3/nvToolsExt.h>
#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#include <nvtx3/nvToolsExtPayload.h>

__global__ void kernel()
{
}

static void launch()
{
	kernel<<<1, 1>>>();
	cudaDeviceSynchronize();
}

int main()
{
	nvtxDomainHandle_t domain = nvtxDomainCreateA("markers");
	nvtxEventAttributes_t named = {};
	nvtxRangeId_t range;

	named.version = NVTX_VERSION;
	named.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	named.messageType = NVTX_MESSAGE_TYPE_ASCII;
	named.message.ascii = "before CUDA starts";
	nvtxDomainRangePushEx(domain, &named);
	nvtxRangePopPayload(domain, nullptr, 0);
	launch();
	named.message.ascii = "pushed";
	nvtxDomainRangePushEx(domain, &named);
	launch();
	nvtxRangePopPayload(domain, nullptr, 0);
	named.message.ascii = "started";
	range = nvtxDomainRangeStartEx(domain, &named);
	launch();
	nvtxRangeEndPayload(domain, range, nullptr, 0);
	nvtxRangePushPayload(domain, nullptr, 0);
	nvtxDomainRangePop(domain);
	range = nvtxRangeStartPayload(domain, nullptr, 0);
	nvtxDomainRangeEnd(domain, range);
	nvtxRangePushW(L"wide pushed \u00e9");
	launch();
	nvtxRangePop();
	range = nvtxRangeStartW(L"wide started");
	launch();
	nvtxRangeEnd(range);
	for (int i = 0; i < 1000; i++) {
		char name[32];

		snprintf(name, sizeof name, "closed %d", i);
		nvtxRangePushA(name);
		nvtxRangePop();
		snprintf(name, sizeof name, "open %d", i);
		nvtxRangePushA(name);
	}
	std::thread([] { nvtxRangePushA("open in a thread that ended"); }).join();
	puts(cudaGetErrorString(cudaGetLastError()));
	return 0;
}
#else
int main()
{
	return 77;
}
#endif
